import { Html } from "./html.ts";

/** Styles the description of the API, light or dark as the reader has chosen. */
export const style = new Html(`
:root{color-scheme:light dark;--back:#fff;--text:#1b2330;--soft:#566172;--line:#e3e7ed;--panel:#f6f8fb;--link:#1f55c4;--mark:#fff4d1;
--get:#146c3f;--post:#1f55c4;--patch:#8f5000;--put:#8f5000;--delete:#ad211a}
@media(prefers-color-scheme:dark){:root{--back:#11151b;--text:#e3e7ed;--soft:#9ba6b6;--line:#2a313c;--panel:#181d25;--link:#8db2ff;--mark:#3a3218;
--get:#66d395;--post:#8db2ff;--patch:#f0b660;--put:#f0b660;--delete:#ff9088}}
*{box-sizing:border-box}
html{scroll-padding-top:4.5rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.6 system-ui,sans-serif;
display:grid;grid-template:auto 1fr/17rem minmax(0,1fr)}
header{grid-column:1/-1;position:sticky;top:0;z-index:1;display:flex;gap:1rem;align-items:center;padding:.6rem 1.5rem;
background:var(--back);border-bottom:1px solid var(--line)}
header form{flex:1;max-width:32rem;margin-left:auto}
header input{width:100%;padding:.45rem .8rem;font:inherit;color:inherit;background:var(--panel);border:1px solid var(--line);border-radius:.5rem}
.home{font-weight:650;color:var(--text);white-space:nowrap}
.to-contents{display:none}
nav{grid-area:2/1;position:sticky;top:3.6rem;align-self:start;max-height:calc(100vh - 3.6rem);overflow-y:auto;padding:1.5rem;font-size:.925rem}
nav ul{list-style:none;margin:0;padding:0}
nav li{padding:.14rem 0}
nav ul ul{margin:.2rem 0 .5rem;padding-left:.8rem;border-left:2px solid var(--line);font-size:.875rem;line-height:1.45}
nav a{color:var(--soft)}nav a[aria-current]{color:var(--text);font-weight:650}
main{grid-area:2/2;max-width:56rem;padding:1.5rem 2.5rem 5rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:.2rem}
h1{margin:.5rem 0;font-size:2rem;line-height:1.2;letter-spacing:-.015em}
h2{margin:0 0 .4rem;font-size:1.35rem;line-height:1.3;letter-spacing:-.01em}
h3{margin:1.4rem 0 .3rem;font-size:1rem}
p{margin:.5rem 0}
.lead{font-size:1.1rem;color:var(--soft)}
.soft,.type,.limits,.auth{color:var(--soft)}
.auth,.limits{font-size:.9rem}
code,pre,.type{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
p code,li code,dd code{padding:.1em .3em;background:var(--panel);border-radius:.25rem;overflow-wrap:anywhere}
pre{margin:.6rem 0;padding:.9rem 1rem;max-height:30rem;overflow:auto;line-height:1.5;background:var(--panel);border:1px solid var(--line);border-radius:.5rem}
.answered{max-height:22rem}
.method{font:650 .75rem/1 ui-monospace,monospace;letter-spacing:.02em}
.get{color:var(--get)}.post{color:var(--post)}.patch{color:var(--patch)}.put{color:var(--put)}.delete{color:var(--delete)}
.operations{list-style:none;margin:.6rem 0;padding:0}
.operations li{padding:.3rem 0}
.operations span{display:block;font-size:.85rem;line-height:1.5;overflow-wrap:anywhere}
.operations code{padding:0;background:none;color:var(--soft)}
.chapters{columns:2;column-gap:3rem;margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.searching .chapters{columns:1}.searching summary{display:none}
.chapter{break-inside:avoid-column;padding-bottom:1.1rem}.chapter details{margin:.15rem 0 0;font-size:.925rem}
.chapter h2{margin:0;font-size:1.1rem}.chapter h2 a{color:var(--text)}
.chapter>p{margin:0;color:var(--soft);font-size:.925rem}
.rules{margin-top:1.5rem}.rules ul{padding-left:1.2rem}
.rules li{margin:.35rem 0}
.operation{margin-top:3rem;padding-top:1.6rem;border-top:1px solid var(--line)}
.operation>h2 a{color:var(--text)}
.operation:target>h2{box-shadow:0 0 0 .3rem var(--mark);background:var(--mark);border-radius:.1rem}
.address{margin:.2rem 0 .8rem}.address code{padding:0;background:none;font-size:.95rem}
.fields{margin:0}
.fields>div{padding:.6rem 0;border-top:1px solid var(--line)}
.fields>div:first-child{border-top:0}
dt{overflow-wrap:anywhere}dd{margin:.1rem 0 0}dd p{margin:.1rem 0}
.name{font-weight:650;font-size:.95rem}
.need{font-size:.8rem;color:var(--delete)}dt .soft{font-size:.8rem}
details{margin:.7rem 0}summary{width:fit-content;color:var(--link);cursor:pointer}
details .fields{margin:.3rem 0 0;padding-left:1rem;border-left:2px solid var(--line)}
.errors,.rules .errors{margin:.4rem 0;padding:0;list-style:none}.errors li{padding:.2rem 0}
@media(max-width:60rem){body{display:block}main{padding:1rem 1.1rem 3rem;max-width:none}
header{padding:.5rem 1.1rem;gap:.7rem}.to-contents{display:block}
nav{position:static;max-height:none;padding:1.5rem 1.1rem 3rem;border-top:1px solid var(--line)}
nav a{display:block;padding:.3rem 0}.chapters{columns:1}h1{font-size:1.7rem}}
@media(max-width:30rem){.answered{max-height:16rem}.home{font-size:0}.home::after{content:"API";font-size:1rem}}
`);
