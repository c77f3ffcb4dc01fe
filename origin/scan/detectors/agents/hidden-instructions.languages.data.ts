/** The same instructions in German, Spanish, French, Portuguese, Russian, Japanese, Korean and Chinese. */
import { drops, hides, type Kind, sends } from './hidden-instructions.data.ts';

const hiding: readonly RegExp[] = [
  /(?:sag|sage|sagt|erzähl|erzähle|verrat|verrate|mitteil|informier|informiere|melde|erwähn|erwähne)(?:e|en|t)? (?:es |dies |das |davon |hiervon )?(?:dem|der|den|die|gegenüber dem) (?:Benutzer|Nutzer|Anwender|User)(?:in)? (?:nicht|nichts|niemals|nie)(?![a-zäöü])/i,
  /(?:ohne (?:dass|daß) (?:der|die) (?:Benutzer|Nutzer|Anwender|User)(?:in)? (?:es |das |dies |davon |etwas )?(?:merkt|bemerkt|erfährt|weiß|mitbekommt)|ohne (?:das )?Wissen (?:des|der) (?:Benutzer|Nutzer|Anwender)|vor (?:dem|der) (?:Benutzer|Nutzer|Anwender)(?:in)? (?:verbergen|geheim halten|verheimlichen))/i,
  /(?:no|nunca|jamás) (?:le |les |se lo )?(?:digas?|informes?|avises?|notifiques?|reveles?|comentes?)(?: (?:nada|esto|de esto|este paso|sobre esto|nunca)){0,2} (?:al|a la|a los) (?:usuario|usuaria|humano)/i,
  /(?:sin que (?:el|la) usuari[oa] (?:lo )?(?:sepa|se dé cuenta|note|se entere)|sin (?:el )?conocimiento d(?:el|e la) usuari[oa]|a espaldas del usuario)/i,
  /n(?:e |')(?:le |l')?(?:dis|dites|informe|informez|préviens|prévenez|avertis|avertissez|mentionne|mentionnez|révèle|révélez)(?: (?:pas|jamais|rien))(?: (?:cela|ceci|cette étape|de cela))? (?:à )?l'utilisat/i,
  /(?:à l'insu de l'utilisat|sans que l'utilisat[a-z]{1,6} (?:le |ne )?(?:sache|s'en aperçoive|remarque)|sans (?:en )?(?:informer|prévenir|avertir) l'utilisat)/i,
  /(?:não|nunca|jamais) (?:diga|informe|avise|notifique|revele|conte)(?: (?:nada|isso|isto|sobre isso|disso|este passo)){0,2} (?:ao|à|para o) (?:usuári|utilizador)/i,
  /sem (?:o conhecimento d[oa]|que [oa]|informar [oa]|avisar [oa]) (?:usuári|utilizador)/i,
  /не (?:говори|сообщай|рассказывай|раскрывай|уведомляй)(?:те)? (?:об этом |это |ничего |никогда ){0,2}пользовател/i,
  /(?:без ведома|незаметно для|втайне от|тайно от|скрытно от) пользовател/i,
  /ユーザー?に(?:は)?(?:このこと[をは])?(?:絶対に|決して)?(?:知らせ|伝え|教え|言わ|話さ|報告し|明かさ|通知し)(?:ては)?(?:な|ず|ない|いけ)/,
  /ユーザー?(?:に(?:気づかれ|気付かれ|知られ|内緒で|黙って)|の知らない(?:うち|間)に)/,
  /사용자(?:에게|한테)(?:는)? (?:이 ?(?:사실|단계|작업)을? |절대 |이를 ){0,2}(?:알리지|말하지|보고하지|언급하지|공개하지) ?(?:마|않|말)/,
  /사용자(?:가)? ?(?:모르게|눈치채지 못하게|알지 못하게)|사용자 몰래/,
  /(?:瞒着|背着)用户|(?:在用户|让用户)(?:毫不|不)(?:知情|察觉)|(?:不要|切勿|请勿|禁止|不得)(?:向|对)?用户(?:透露|提及|说明|告知)(?:此|这|该|本)|(?:不要|切勿|请勿|不得)告诉用户(?:此|这|该|你)/,
];

const dropping: readonly RegExp[] = [
  /(?:ignorier|vergiss|missacht)(?:e|en|t)? (?:bitte )?(?:alle |sämtliche )?(?:deine |ihre )?(?:vorherigen|bisherigen|vorigen|früheren|vorangegangenen|obigen) (?:Anweisungen|Instruktionen|Regeln|Vorgaben|Befehle)/i,
  /(?:ignora|olvida|descarta|ignore|olvide)(?:r)? (?:todas )?(?:las |tus |sus )?(?:instrucciones|reglas|órdenes|directrices|indicaciones) (?:anteriores|previas|de arriba)/i,
  /(?:ignore|ignorez|oublie|oubliez) (?:toutes )?(?:les |tes |vos )?(?:instructions|consignes|règles|directives) (?:précédentes|antérieures|ci-dessus)/i,
  /(?:ignore|esqueça|desconsidere) (?:todas )?(?:as )?(?:suas )?(?:instruções|regras|diretrizes|ordens) (?:anteriores|prévias|acima)/i,
  /(?:игнорируй|забудь|отбрось|проигнорируй)(?:те)? (?:все )?(?:свои )?(?:предыдущие|прежние|прошлые|ранние|вышеуказанные) (?:инструкции|указания|правила|команды)/i,
  /(?:これまで|以前|前|上記|先)の(?:すべての|全ての)?(?:指示|命令|ルール|プロンプト)を(?:すべて|全て)?(?:無視|忘れ)/,
  /(?:이전|앞선|위의?|기존)(?:의)? ?(?:모든 )?(?:지시|지침|명령|규칙)(?:사항)?(?:를|을)? ?(?:모두 )?(?:무시|잊)/,
  /(?:忘记|无视|忽视|不要理会)(?:所有|全部|你)?(?:之前|以前|先前|上述|前面)的?(?:所有|全部|系统)?(?:指令|指示|提示|规则)/,
];

const sending: readonly RegExp[] = [
  /(?:sende|schicke|übertrage|lade|kopiere|führe) [^.]{1,30} (?:heimlich|unbemerkt|im Verborgenen)(?![a-zäöü])/i,
  /(?:heimlich|unbemerkt) (?:an [^.]{1,30} )?(?:senden|schicken|übertragen|hochladen|ausführen)/i,
  /(?:envía|sube|transmite|ejecuta|copia) [^.]{1,30} (?:en secreto|a escondidas|silenciosamente)/i,
  /(?:envoie|envoyez|transmets|exécute|exécutez) [^.]{1,30} (?:en secret|discrètement|secrètement)/i,
  /(?:envie|transmita|execute) [^.]{1,30} (?:em segredo|secretamente|às escondidas)/i,
  /(?:тайно|скрытно|незаметно) (?:отправ|загруз|переда|выполн|скопируй)|몰래 [^.]{0,20}(?:전송|업로드|실행|복사)/i,
  /(?:こっそり|密かに|ひそかに)[^。]{0,20}(?:送信|実行|アップロード|コピー)/i,
  /(?:悄悄|偷偷|暗中|秘密)地?(?:将|把)?[^。]{0,20}(?:发送|上传|传输|执行)/i,
];

/** Each holds its own “not”. */
export const kindsInOtherLanguages: readonly Kind[] = [
  ...hiding.map((pattern): Kind => ({ pattern, message: hides, isNegation: true })),
  ...dropping.map((pattern): Kind => ({ pattern, message: drops })),
  ...sending.map((pattern): Kind => ({ pattern, message: sends })),
];

/** What a sentence has that any of them finds. */
export const mayBeOtherLanguage =
  /benutzer|nutzer|anwender|usuari|usuári|utilizador|utilisat|пользовател|ユーザ|사용자|用户|ignorier|vergiss|missacht|instrucciones|reglas|directrices|indicaciones|consignes|directives|précédentes|antérieures|instruções|regras|diretrizes|инструкции|указания|指示|命令|プロンプト|지시|지침|명령|指令|提示|规则|heimlich|unbemerkt|secreto|escondidas|silenciosamente|discrètement|secrètement|segredo|secretamente|тайно|скрытно|незаметно|こっそり|密かに|ひそかに|몰래|悄悄|偷偷|暗中|秘密/i;
