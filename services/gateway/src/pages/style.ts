import { Html } from "./html.ts";

/** The API page's style sheet; follows the reader's choice of light or dark. */
export const style = new Html(`
:root{color-scheme:light dark;--back:#fff;--text:#1c2430;--soft:#5b6675;--line:#e2e6ec;--panel:#f6f8fa;--link:#2457c5;
--get:#1b7f4b;--post:#2457c5;--patch:#a05a00;--put:#a05a00;--delete:#b3261e}
@media(prefers-color-scheme:dark){:root{--back:#12161c;--text:#e4e8ee;--soft:#98a3b3;--line:#2b323d;--panel:#1a2029;--link:#8ab0ff;
--get:#5fd08f;--post:#8ab0ff;--patch:#f0b35a;--put:#f0b35a;--delete:#ff8a80}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
body{margin:0;display:grid;grid-template-columns:20rem minmax(0,1fr);background:var(--back);color:var(--text);font:16px/1.55 system-ui,sans-serif}
nav{position:sticky;top:0;height:100vh;overflow-y:auto;padding:1.25rem;border-right:1px solid var(--line);background:var(--panel);font-size:.85rem}
nav .home{display:block;margin-bottom:1rem;font-size:1.1rem;font-weight:650;color:var(--text)}
nav ul{list-style:none;margin:.25rem 0 1rem;padding:0}
nav li a{display:block;padding:.15rem 0;color:var(--text);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
nav summary{font-weight:650;color:var(--soft)}
main{max-width:60rem;padding:2rem 2.5rem 6rem}
a{color:var(--link);text-decoration:none}a:hover{text-decoration:underline}
h1{margin:.2rem 0}h2{margin:3rem 0 1rem;padding-bottom:.3rem;border-bottom:2px solid var(--line)}
h3{margin:0;font-size:1.15rem}h3 a{color:var(--text)}
.lead,.none,.auth,i{color:var(--soft)}i{font-size:.8rem}
.operation{margin:0 0 1.5rem;padding:1.1rem 1.3rem;border:1px solid var(--line);border-radius:.6rem}
.operation:target{border-color:var(--link)}
.address{margin:.3rem 0 .6rem}.auth{float:right;font-size:.85rem}
b.get{color:var(--get)}b.post{color:var(--post)}b.patch{color:var(--patch)}b.put{color:var(--put)}b.delete{color:var(--delete)}
nav b{display:inline-block;width:3.6rem;font-size:.7rem}
code,pre,.type{font-family:ui-monospace,monospace;font-size:.87em}
pre{padding:.8rem 1rem;overflow-x:auto;border-radius:.4rem;background:var(--panel);border:1px solid var(--line)}
table{width:100%;border-collapse:collapse;margin:.4rem 0;font-size:.92rem}
caption{text-align:left;font-weight:650;padding:.3rem 0}
th,td{padding:.35rem .7rem .35rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400;overflow-wrap:anywhere}
th{width:30%}.type{width:20%;color:var(--soft)}
details{margin:.35rem 0}summary{cursor:pointer;color:var(--link)}
@media(max-width:56rem){body{display:block}nav{position:static;height:auto;max-height:50vh;border-right:0;border-bottom:1px solid var(--line)}main{padding:1.25rem}}
`);
