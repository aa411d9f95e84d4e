/** Style of what differs in the dark; mail programs that know no style sheets show the light colours. */
export const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.page{background:#131517!important}
.card{background:#1a1d20!important;border-color:#3a4047!important}
.text{color:#e6e8ea!important}
.soft{color:#9aa3ad!important}
.link{color:#91a7ff!important}
.button{background:#91a7ff!important;color:#111a3d!important}
}
`;
