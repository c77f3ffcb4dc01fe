/** The packages that npm hands out most often, those without a scope, the most used first (counted in 2026). */
export const npmNames: readonly string[] = `
semver ansi-styles debug minimatch strip-ansi chalk supports-color string-width ansi-regex ms lru-cache
brace-expansion tslib emoji-regex wrap-ansi type-fest commander glob color-name color-convert source-map has-flag
readable-stream picomatch ajv safe-buffer escape-string-regexp uuid yallist signal-exit react-is
is-fullwidth-code-point which p-limit json-schema-traverse find-up locate-path p-locate mime-db eslint-visitor-keys
telecom-mas-agent minipass glob-parent iconv-lite string_decoder js-yaml isarray mime-types globals path-key
yargs-parser ws resolve get-stream argparse yargs pretty-format ignore undici-types acorn isexe cross-spawn postcss
balanced-match resolve-from fs-extra camelcase cliui punycode is-stream entities agent-base estraverse
strip-json-comments shebang-regex shebang-command json5 webidl-conversions path-exists path-to-regexp whatwg-url
https-proxy-agent onetime form-data tr46 execa typescript eslint-scope inherits convert-source-map rimraf negotiator
qs get-intrinsic statuses universalify fast-deep-equal minimist picocolors chokidar has-symbols esbuild function-bind
caniuse-lite npm-run-path js-tokens graceful-fs is-number bytes readdirp mimic-fn slash y18n browserslist
electron-to-chromium kind-of yaml buffer cookie jsesc lodash braces fill-range hasown ini node-fetch escalade
human-signals mkdirp gopd http-errors micromatch strip-bom es-object-atoms concat-map make-dir is-glob
es-define-property nanoid es-errors to-regex-range call-bind-apply-helpers schema-utils update-browserslist-db
path-scurry yocto-queue node-releases ci-info dunder-proto math-intrinsics mime get-proto has-tostringtag uri-js
magic-string object-inspect fast-glob dotenv pify zod http-proxy-agent is-extglob strip-final-newline parse-json
espree once source-map-support content-disposition jest-util es-set-tostringtag is-wsl wrappy safer-buffer
normalize-path side-channel is-core-module eslint cosmiconfig util-deprecate axios jsonfile ansi-escapes encodeurl
jest-worker depd jackspeak scheduler doctrine postcss-selector-parser lightningcss-linux-x64-musl flat-cache callsites
react delayed-stream is-arrayish asynckit require-from-string combined-stream file-entry-cache source-map-js is-docker
object-assign eastasianwidth parse5 arg estree-walker fastq send get-caller-file finalhandler esprima import-fresh
path-parse raw-body range-parser optionator anymatch esutils type-check restore-cursor call-bound diff csstype
write-file-atomic setprototypeof path-type keyv supports-preserve-symlinks-flag async foreground-child on-finished
levn prelude-ls vary fast-json-stable-stringify globby cli-cursor slice-ansi base64-js rxjs react-dom merge-stream
eventemitter3 detect-libc serve-static lines-and-columns require-directory rollup reusify tough-cookie sprintf-js
body-parser follow-redirects jiti imurmurhash hosted-git-info json-parse-even-better-errors open is-plain-obj
parent-module flatted call-bind core-util-is esquery fast-levenshtein gensync type-is ieee754 accepts prettier
side-channel-weakmap side-channel-map side-channel-list istanbul-lib-instrument aria-query media-typer chownr
ipaddr.js run-parallel which-typed-array express baseline-browser-mapping cookie-signature pkg-dir esrecurse fdir
queue-microtask fresh natural-compare tapable deep-is enhanced-resolve proxy-from-env jest-message-util acorn-jsx
indent-string merge2 retry acorn-walk json-buffer ts-api-utils binary-extensions ajv-keywords log-symbols fs.realpath
inflight path-is-absolute is-regex lodash.merge domutils p-try es-abstract merge-descriptors buffer-from tinyglobby
has-property-descriptors jest-diff is-callable domhandler is-unicode-supported dom-serializer p-map is-binary-path
toidentifier package-json-from-dist define-data-property set-function-length tsconfig-paths word-wrap ajv-formats
json-stable-stringify-without-jsonify for-each define-properties is-typed-array error-ex vite object.assign
end-of-stream extend-shallow postcss-value-parser available-typed-arrays object-keys safe-regex-test whatwg-mimetype
fast-xml-parser jest-regex-util define-property escape-html pump mdn-data tar unpipe deepmerge es-module-lexer
mute-stream is-generator-function ee-first regexp.prototype.flags events is-date-object cjs-module-lexer content-type
parseurl tmp etag is-symbol is-plain-object jest-matcher-utils css-tree string.prototype.trimend htmlparser2
possible-typed-array-names internal-slot process-nextick-args is-string ora which-boxed-primitive regenerator-runtime
is-shared-array-buffer jest-mock string.prototype.trimstart loose-envify pathe domelementtype is-number-object
tar-stream bl is-bigint es-to-primitive fast-uri has-proto figures istanbul-lib-coverage has-bigints pako
is-boolean-object normalize-package-data strip-indent forwarded sax proxy-addr is-weakref clone get-symbol-description
loader-utils dom-accessibility-api pirates is-array-buffer function.prototype.name colorette minizlib unbox-primitive
typed-array-buffer terser array-union tailwindcss array-buffer-byte-length functions-have-names string.prototype.trim
xtend isobject undici globalthis expect css-select define-lazy-prop jest-haste-map extend on-headers get-tsconfig
node-addon-api strnum clsx serialize-javascript safe-array-concat lilconfig deep-extend pnpm is-extendable
data-uri-to-buffer core-js typed-array-byte-offset typed-array-byte-length nopt escodegen istanbul-reports kleur
jest-get-type typed-array-length cli-width istanbul-lib-source-maps jsdom mimic-response is-path-inside
arraybuffer.prototype.slice type-detect long eslint-plugin-react-hooks set-function-name prop-types is-negative-zero
html-escaper jws whatwg-encoding rc xml-name-validator which-collection cssesc jwa is-map is-set is-weakset bn.js
html-encoding-sniffer istanbul-lib-report dedent is-weakmap webpack-sources test-exclude tinyexec cssstyle date-fns
data-urls cli-spinners is-descriptor destroy data-view-byte-length data-view-buffer data-view-byte-offset
array-includes decamelize object.values cssom is-data-view dir-glob compression split2 read-pkg which-builtin-type
saxes chai reflect.getprototypeof compressible fs-minipass neo-async diff-sequences css-what jest-validate xmlbuilder
decimal.js is-finalizationregistry socks-proxy-agent w3c-xmlserializer babel-jest is-async-function
array.prototype.flat abbrev es-shim-unscopables utils-merge methods babel-preset-jest babel-plugin-jest-hoist
is-interactive babel-plugin-istanbul stop-iteration-iterator ip-address array.prototype.flatmap jest-environment-node
jest-resolve array-flatten leven jest-watcher autoprefixer use-sync-external-store jest-snapshot inquirer protobufjs
object.fromentries requires-port stack-utils buffer-crc32 widest-line shell-quote ast-types chardet jest-docblock
jest-config nth-check socks ansi-colors find-cache-dir set-proto jose jest-runtime object-hash spdx-expression-parse
xmlchars through webpack own-keys string-length randombytes jest-each ts-node jest-runner dequal process
eslint-plugin-import spdx-license-ids watchpack env-paths redent symbol-tree jest-leak-detector assertion-error
safe-push-apply psl resolve-pkg-maps through2 jest regjsparser graphemer sisteransi import-local lodash.isplainobject
ssri eslint-module-utils jest-cli terser-webpack-plugin is-buffer jest-changed-files babel-plugin-polyfill-corejs3
jest-resolve-dependencies tinyrainbow react-refresh make-error clean-stack cli-boxes prompts char-regex text-table
smart-buffer eslint-import-resolver-node boxen gaxios bluebird get-package-type event-target-shim object.entries
resolve-cwd util is-potential-custom-element-name core-js-compat abort-controller spdx-exceptions
eslint-config-prettier defaults async-function emittery tar-fs v8-to-istanbul node-int64 fraction.js dayjs sharp
detect-newline cors cli-truncate jest-circus normalize-url buffer-equal-constant-time is-promise rfdc nwsapi
registry-auth-token gcp-metadata boolbase proc-log wordwrap std-env fb-watchman uglify-js http-cache-semantics
string.prototype.matchall file-type min-indent regexpu-core arrify spdx-correct typescript-eslint cacache
glob-to-regexp color pure-rand eslint-plugin-react yn ecdsa-sig-formatter bser set-blocking wcwidth ansi-align
decompress-response playwright-core url-parse read-pkg-up walker co aggregate-error google-auth-library tmpl
babel-preset-current-node-syntax web-streams-polyfill is-obj any-promise jsx-ast-utils makeerror postcss-load-config
deep-eql validate-npm-package-license babel-plugin-polyfill-regenerator run-async lodash.debounce querystringify
generator-function color-string vitest babel-plugin-polyfill-corejs2 jsonwebtoken loader-runner registry-url
setimmediate jsonc-parser array.prototype.findlastindex es-iterator-helpers create-require playwright tiny-invariant
resolve.exports axe-core regenerate-unicode-properties unicode-match-property-value-ecmascript safe-stable-stringify
loupe check-error object.groupby thenify quick-lru collect-v8-coverage lodash.once jsbn is-arguments pathval gtoken mz
unique-slug unist-util-is unique-filename immutable jest-pnp-resolver lower-case dot-prop meow log-update
unicode-property-aliases-ecmascript no-case d3-array thenify-all is-generator-fn he lodash.isstring
json-stringify-safe v8-compile-cache-lib unicode-canonical-property-names-ecmascript unist-util-visit-parents
eslint-import-resolver-typescript bignumber.js tunnel-agent is-typedarray arch next listr2 array.prototype.tosorted
chrome-trace-event lodash.memoize unist-util-visit lowercase-keys unicode-match-property-ecmascript
import-in-the-middle regenerate yauzl tldts-core progress lodash.camelcase handlebars xml2js lightningcss
iterator.prototype axobject-query asap node-forge lodash.isboolean concat-stream json-schema got hermes-estree
hermes-parser sucrase tinyspy stylis styled-jsx map-obj fs-constants make-fetch-happen tldts synckit lz-string
tree-kill moment path-is-inside get-east-asian-width lucide-react regjsgen validate-npm-package-name immer
postgres-array tinybench commondir supports-hyperlinks why-is-node-running lie memfs unist-util-stringify-position
fflate client-only fsevents unicorn-magic react-router array.prototype.findlast string.prototype.repeat
lodash.includes lodash.isnumber lodash.isinteger micromark-util-symbol which-module exit html-entities
lightningcss-linux-x64-gnu marked pkg-types performance-now require-main-filename minipass-fetch d3-format
minimalistic-assert css.escape postgres-bytea d3-shape bowser d3-path postgres-interval dotenv-expand big.js
p-cancelable cross-fetch interpret immediate is-windows react-remove-scroll stackback postgres-date siginfo graphql
pg-types tweetnacl pend hoist-non-react-statics astral-regex node-domexception svgo p-retry tsx postcss-import confbox
expect-type p-finally framer-motion tailwind-merge micromark-util-character google-logging-utils dot-case abab
fast-diff typedarray consola extsprintf internmap archiver-utils node-gyp-build dompurify p-timeout vfile-message flat
lodash-es json-bigint component-emitter fast-safe-stringify camel-case cacheable-request ejs clipboardy
ts-interface-checker duplexify acorn-globals d3-interpolate css-loader require-in-the-middle pg-protocol
eslint-plugin-jsx-a11y vfile nan global-prefix path-browserify ast-types-flow domexception character-entities
mdast-util-to-string d3-time d3-color read-cache param-case fd-slicer vite-node enquirer streamsearch chalk-template
npm-package-arg property-information asn1 damerau-levenshtein encoding normalize-range is-accessor-descriptor
is-data-descriptor react-router-dom acorn-import-attributes simple-swizzle responselike process-warning sass
eslint-plugin-prettier node-gyp unplugin unrs-resolver language-tags b4a os-tmpdir language-subtag-registry deep-equal
dom-helpers jake default-browser-id fetch-blob webpack-dev-middleware streamx router assert-plus minipass-collect
rechoir webpack-virtual-modules napi-postinstall universal-user-agent micromark-util-types d3-time-format
global-modules react-transition-group dlv postcss-nested d3-timer fast-equals crc-32 zod-to-json-schema unique-string
err-code postcss-modules-local-by-default filelist micromark emojis-list cac crypto-random-string is-inside-container
faye-websocket babel-plugin-macros pretty-bytes formdata-polyfill unified run-applescript busboy ua-parser-js
default-browser module-details-from-path stable-hash postcss-modules-extract-imports string-argv promise-retry
character-entities-legacy bare-events ret fast-fifo reflect-metadata url d3-scale serve-handler http-parser-js pino
micromark-factory-space stream-shift websocket-driver ts-jest pino-abstract-transport mrmime load-json-file sonic-boom
pascal-case shallow-clone promise mdast-util-from-markdown postcss-modules-scope camelcase-css d3-ease
prettier-linter-helpers update-check aws4 proxy-agent bcrypt-pbkdf zustand postcss-js http-proxy-middleware
eslint-config-next space-separated-tokens icss-utils websocket-extensions cli-table3 babel-loader redux lodash.uniq
object-is pg-int8 verror husky at-least-node pg-connection-string csso invariant react-hook-form clone-deep
text-decoder zod-validation-error jest-environment-jsdom bundle-name postcss-modules-values decode-uri-component
colors tinypool sshpk luxon http-signature pluralize http-proxy external-editor didyoumean mimic-function has-values
use-callback-ref memoize-one before-after-hook jszip use-sidecar serve parse-entities has-value is-alphabetical
is-decimal is-alphanumerical micromark-util-encode get-uri extract-zip minipass-pipeline aproba is-port-reachable
minipass-flush classnames pac-proxy-agent decode-named-character-reference npm-normalize-package-bin style-to-object
yoctocolors-cjs is-hexadecimal character-reference-invalid sirv jsprim aria-hidden pngjs mdast-util-to-hast gauge
remark-parse comma-separated-tokens set-cookie-parser tsutils exponential-backoff recast are-we-there-yet
pino-std-serializers npmlog to-fast-properties typedarray-to-buffer micromark-util-sanitize-uri
react-remove-scroll-bar rrweb-cssom react-style-singleton zip-stream pac-resolver caseless micromark-util-chunked
motion-dom cacheable-lookup micromark-util-classify-character degenerator duplexer micromark-core-commonmark trough
inline-style-parser basic-ftp micromark-util-decode-numeric-character-reference detect-node
micromark-util-normalize-identifier netmask string.prototype.includes micromark-util-subtokenize winston
micromark-factory-whitespace micromark-util-combine-extensions micromark-factory-label micromark-factory-destination
micromark-util-html-tag-name minipass-sized eslint-utils compress-commons stackframe motion-utils crc32-stream
archiver parse5-htmlparser2-tree-adapter stack-trace style-loader file-uri-to-path bail zwitch http2-wrapper reselect
get-nonce ecc-jsbn eventsource-parser mdast-util-to-markdown detect-node-es eventsource isstream mkdirp-classic
clean-css dashdash pidtree getpass micromark-util-resolve-all express-rate-limit micromark-util-decode-string
linkify-it micromark-factory-title thread-stream environment delegates detect-indent async-retry underscore bs-logger
image-size validator jquery uc.micro lodash.defaults lodash.clonedeep webpack-merge repeat-string totalist
defer-to-connect error-stack-parser unist-util-position fastest-levenshtein is-ci hono upath denque aws-sign2
forever-agent longest-streak hash-base js-cookie lodash.sortby dateformat bindings ccount ufo winston-transport pg
fs-monkey mdurl mitt fork-ts-checker-webpack-plugin temp-dir camelcase-keys table lazystream symbol-observable
global-dirs snake-case wide-align whatwg-fetch json-parse-better-errors create-jest logform p-queue common-tags obuf
pretty-ms postcss-loader builtin-modules devlop lint-staged triple-beam simple-get sha.js pg-pool retry-request
agentkeepalive strip-literal find-root change-case jsonparse console-control-strings mdast-util-phrasing wsl-utils
fecha has teeny-request is-bun-module react-redux parse-ms simple-concat markdown-it selfsigned trim-newlines
hast-util-whitespace strtok3 quick-format-unescaped is-installed-globally socket.io-parser highlight.js joi
stringify-entities node-abi webpack-dev-server formidable big-integer on-exit-leak-free cheerio color-support
has-unicode secure-json-parse react-fast-compare remove-trailing-separator pgpass lodash.isequal html-minifier-terser
arr-diff token-types acorn-import-phases text-hex query-string gzip-size connect-history-api-fallback serialize-error
sass-loader lodash.get devtools-protocol readdir-glob real-require enabled resolve-alpn kuler one-time
mini-css-extract-plugin map-cache serve-index form-data-encoder envinfo atomic-sleep get-port pg-cloudflare superagent
config-chain prismjs character-entities-html4 eventemitter2 ansi-html-community terminal-link node-abort-controller
proto-list for-in url-join defu pkce-challenge trim-lines remark-rehype colord markdown-table citty wildcard
dns-packet querystring get-stdin stream-browserify ts-dedent assert core-js-pure style-to-js spdy relateurl
select-hose debounce batch wbuf postcss-discard-duplicates set-value cluster-key-slot throat to-buffer fn.name
class-variance-authority postcss-merge-rules postcss-calc es6-promise untildify dezalgo web-vitals humanize-ms
multicast-dns clone-response mlly postcss-minify-selectors recharts postcss-discard-empty handle-thing cssnano
magicast hpack.js nice-try loglevel request sockjs stylehacks xdg-basedir postcss-discard-comments filesize
spdy-transport postcss-colormin postcss-svgo postcss-minify-params postcss-reduce-initial postcss-convert-values
postcss-merge-longhand har-validator hash.js postcss-ordered-values tabbable postcss-minify-gradients thunky
postcss-unique-selectors postcss-reduce-transforms postcss-minify-font-values postcss-discard-overridden
postcss-normalize-url postcss-normalize-charset cross-env safe-regex urlpattern-polyfill launch-editor upper-case
import-lazy is-regexp micromark-extension-gfm-table eslint-plugin-jest array-unique opener victory-vendor
html-webpack-plugin postcss-normalize-whitespace cssnano-preset-default type http-deceiver basic-auth oauth-sign
postcss-normalize-unicode has-ansi css-declaration-sorter regexpp postcss-normalize-repeat-style
postcss-normalize-positions postcss-normalize-string postcss-normalize-display-values
postcss-normalize-timing-functions micromark-extension-gfm-autolink-literal del strict-uri-encode events-universal
punycode.js moment-timezone bare-fs ansis expand-brackets asn1.js arr-union decimal.js-light functional-red-black-tree
regenerator-transform hastscript renderkid pretty-error prebuild-install shimmer proto3-json-serializer
source-map-resolve expand-tilde
`
  .trim()
  .split(/\s+/);
