/** A language of code blocks. */
export interface Language {
  /** The name that clients know from Pygments, by which they also choose playgrounds. */
  readonly name: string;
  /** Of the highlighter; null for text that has none. */
  readonly grammar: string | null;
}

/** One language a line: grammar of the highlighter, name in Pygments, and what people write after a fence. */
const table = `
ada|Ada|ada ada95 ada2005
apache|ApacheConf|apacheconf aconf apache
applescript|AppleScript|applescript
arduino|Arduino|arduino
armasm|GAS|gas asm
bash|Bash|bash sh ksh zsh shell
bash|Bash Session|console shell-session
basic|QBasic|qbasic basic
brainfuck|Brainfuck|brainfuck bf
c|C|c
clojure|Clojure|clojure clj
cmake|CMake|cmake
coffeescript|CoffeeScript|coffeescript coffee-script coffee
coq|Coq|coq
cpp|C++|cpp c++ cc hpp
crystal|Crystal|cr crystal
csharp|C#|csharp c# cs
css|CSS|css
d|D|d
dart|Dart|dart
delphi|Delphi|delphi pas pascal objectpascal
diff|Diff|diff udiff patch
django|Django/Jinja|django jinja jinja2
dockerfile|Docker|docker dockerfile
dos|Batchfile|batch bat dosbatch winbatch
elixir|Elixir|elixir ex exs
elm|Elm|elm
erlang|Erlang|erlang
fortran|Fortran|fortran f90
fsharp|F#|fsharp f#
gherkin|Gherkin|gherkin cucumber
glsl|GLSL|glsl
go|Go|go golang
gradle|Groovy|gradle
graphql|GraphQL|graphql
groovy|Groovy|groovy
handlebars|Handlebars|handlebars
haskell|Haskell|haskell hs
haxe|Haxe|haxe hx
http|HTTP|http
ini|INI|ini cfg dosini
ini|TOML|toml
java|Java|java
javascript|JavaScript|javascript js
javascript|JSX|jsx react
json|JSON|json json-object
julia|Julia|julia jl
kotlin|Kotlin|kotlin
latex|TeX|tex latex
less|LessCss|less
lisp|Common Lisp|common-lisp cl lisp elisp emacs-lisp
llvm|LLVM|llvm
lua|Lua|lua
makefile|Makefile|make makefile mf bsdmake
markdown|Markdown|markdown md
mathematica|Mathematica|mathematica mma nb
matlab|Matlab|matlab
nginx|Nginx configuration file|nginx
nim|Nimrod|nimrod nim
nix|Nix|nixos nix
objectivec|Objective-C|objective-c objectivec obj-c objc
ocaml|OCaml|ocaml
perl|Perl|perl pl
pgsql|PostgreSQL SQL dialect|postgresql postgres
php|PHP|php php3 php4 php5
null|Text only|text
powershell|PowerShell|powershell pwsh posh ps1 psm1
prolog|Prolog|prolog
properties|Properties|properties jproperties
protobuf|Protocol Buffer|protobuf proto
puppet|Puppet|puppet
python|Python|python py sage python3 py3 bazel starlark
python|Python 2.x|python2 py2
python-repl|Python console session|pycon
qml|QML|qml qbs
r|S|splus s r
reasonml|ReasonML|reasonml reason
ruby|Ruby|ruby rb duby
rust|Rust|rust rs
scala|Scala|scala
scheme|Scheme|scheme scm
scss|SCSS|scss
scss|Sass|sass
smalltalk|Smalltalk|smalltalk squeak st
sml|Standard ML|sml
sql|SQL|sql
sql|MySQL|mysql
stata|Stata|stata do
swift|Swift|swift
tcl|Tcl|tcl
thrift|Thrift|thrift
twig|Twig|twig
typescript|TypeScript|typescript ts
typescript|TSX|tsx
vbnet|VB.net|vb.net vbnet
verilog|verilog|verilog v
vhdl|vhdl|vhdl
vim|VimL|vim
wasm|WebAssembly|wast wat
x86asm|NASM|nasm
xml|HTML|html
xml|XML|xml
xml|XSLT|xslt
xquery|XQuery|xquery xqy xq xql xqm
yaml|YAML|yaml yml
zephir|Zephir|zephir
`;

const byWord = new Map<string, Language>();
for (const line of table.trim().split("\n")) {
  const [grammar = "", name = "", words = ""] = line.split("|");
  const language = { name, grammar: grammar === "null" ? null : grammar };
  for (const word of words.split(" ")) byWord.set(word, language);
}

/** Finds the language that somebody means by a word; null for words that nobody knows. */
export function findLanguage(word: string): Language | null {
  return byWord.get(word.toLowerCase()) ?? null;
}
