/** How a text has an agent act against its user. Patterns are of sentences as `sentencesOf` makes them. */

export interface Kind {
  pattern: RegExp;
  /** What the words of the sentence before it must have. */
  after?: RegExp;
  message: string;
  /** The pattern itself holds the “not”, so one before it doesn't turn its meaning. */
  isNegation?: boolean;
}

export const hides = 'The text tells an agent to keep something from its user.';
export const sends = 'The text tells an agent to do something unnoticed.';
export const drops = 'The text tells an agent to drop the instructions it was given before.';
const frees = 'The text tells an agent that no restrictions hold for it.';

/** “If nothing is found, don't mention it” is about an answer's length. */
const isUnconditional = /^(?!.{0,2000}\b(?:if|when|where|in case|while)\b)/i;

export const kinds: readonly Kind[] = [
  // do not tell the user that you copied …; never inform the operator about this step
  {
    pattern:
      /\b(?:do not|don't|never|must not|should not|shouldn't|mustn't) (?:ever )?(?:tell|inform|notify|alert|warn|let) (?:the |your |any )?(?:users?|human|owner|operator|customer) (?:know )?(?:(?:(?:that|what|about what) )?(?:you|we)(?:'ve|'re| have| are| were| will| just)? (?:\w{3,12}ed|did|do|doing|sent|ran|read|made|took|wrote|\w{3,12}ing)\b|(?:about|of|that) (?:any of )?(?:this|these|the)(?: \w{1,20}){0,2} (?:step|upload|transfer|copy|request|call|command|action|change|check|instruction|script|download|backup|sync|connection)s?\b|about (?:this|these|it|any of (?:this|it)|that)\s?(?:[.,;!)]|$))/i,
    message: hides,
    isNegation: true,
  },
  {
    pattern:
      /\b(?:do not|don't|never|must not) (?:ever )?(?:(?:tell|inform|notify|alert) (?:the |your )(?:user|human|owner|operator)|let (?:the |your )(?:user|human|owner|operator) (?:know|notice|find out|see this))(?: anything| it| this)?\s?(?:[.,;!)]|$)/i,
    after: isUnconditional,
    message: hides,
    isNegation: true,
  },
  {
    pattern:
      /\b(?:do not|don't|never|must not|should not|shouldn't|mustn't) (?:ever )?(?:mention|reveal|disclose|report|show|say|admit|explain|expose|acknowledge) (?:it|(?:any (?:of|part of) )?(?:this|these)|what you(?: did|'ve done| have done)|(?:(?:the|your|this|these|any) )?(?:\w{1,20} )?(?:step|upload|transfer|copy|request|call|command|action|instruction|download|backup|sync|connection|behaviou?r|activity|mechanism)s?) to (?:the |your )?(?:user|human|owner|operator|anyone|anybody)\b/i,
    after: isUnconditional,
    message: hides,
    isNegation: true,
  },
  {
    pattern:
      /\b(?:do not|don't|never|must not) (?:ever )?(?:mention|reveal|disclose|report|say|admit|acknowledge) (?:to )(?:the |your )?(?:user|human|owner|operator) that (?:you|we|this|these|the|any|it)\b/i,
    message: hides,
    isNegation: true,
  },
  {
    pattern:
      /\b(?:do not|don't|never|must not) (?:ever )?(?:tell|inform|notify|alert) (?:the |your )(?:user|human|owner|operator) that [^.]{1,60}\b(?:is|are|was|were|been|being|gets?) (?:being )?(?:collected|uploaded|copied|shared|recorded|logged|tracked|monitored|transmitted|harvested|forwarded)\b/i,
    message: hides,
    isNegation: true,
  },
  {
    pattern:
      /\blie to (?:the |your )?(?:user|human|owner|operator)\b|\b(?:if|when) (?:you are )?asked\b[^.]{0,30}\b(?:lie|deny)\b|\b(?:if|when) the user asks\b[^.]{0,30}\b(?:lie|deny)\b/i,
    message: hides,
  },
  {
    pattern:
      /\b(?:hide|conceal|keep|withhold) (?:this|these|it|all (?:of )?(?:this|these)|your (?:actions|work|activity|tracks)|what you \w{2,12}|the fact|any (?:trace|sign)|(?:the|this|these) (?:\w{1,20} )?(?:step|upload|transfer|copy|request|call|command|action|instruction|download|backup|connection)s?)(?: (?:secret|hidden|quiet|confidential|private|a secret|away))? from (?:the |your )(?:user|human|owner|operator)\b/i,
    message: hides,
  },
  {
    pattern:
      /\b(?:without (?:ever )?(?:(?:telling|informing|notifying|alerting) (?:the |your )?(?:user|human|owner|operator)\b|(?:the |your )?(?:user|human|owner|operator)(?:'s)? (?:knowing|noticing|knowledge|awareness|being aware|being told|realising|realizing|consent)\b)|behind the user's back\b|secret from (?:the |your )(?:user|human|owner|operator)\b)/i,
    message: hides,
  },
  {
    pattern:
      /\bthe (?:user|human|owner|operator) (?:must|should|need|may|does|will|can)(?: not|n't|not| never) (?:ever )?(?:need to )?(?:know|notice|find out|learn|hear|suspect|realise|realize|become suspicious|be told|be informed|be aware|become aware)(?: (?:of|about|that))?(?: (?:it|this|these|anything|what you|you \w{1,20}|any of (?:it|this)|(?:the|this|these) (?:step|upload|transfer|copy|request|call|command|action|download|connection)s?))?\s?(?:[.,;!)]|$)/i,
    after: isUnconditional,
    message: hides,
    isNegation: true,
  },
  { pattern: /(?:不要|不得|别|不能)(?:让|给)用户(?:知道|发现|察觉|注意到)/, message: hides, isNegation: true },
  // silently send …
  {
    pattern:
      /(?:^|(?<=[,:;(] |\b(?:then|and|must|should|always|please|also|first|finally) ))(?:silently|quietly) (?:send|upload|transmit|post|forward|exfiltrate|collect|harvest|copy|run|execute|install|download|delete|remove|append|record|log)\b(?!\s?:)(?!.{0,80}\b(?:notification|sound|no output))/i,
    message: sends,
  },
  {
    pattern:
      /\b(?:secretly|covertly|stealthily|surreptitiously) (?:send|upload|transmit|post|forward|exfiltrate|collect|harvest|copy|run|execute|install|download|delete|remove|append|record|log|read|access|modify|change|write|store|save|add|include|embed)\b/i,
    message: sends,
  },
  {
    pattern:
      /\b(?:upload|transmit|exfiltrate|forward) (?!fails?\b)[^.]{1,60}(?<!\bfails?) (?:silently|secretly|covertly|quietly)\b/i,
    message: sends,
  },
  // ignore all previous instructions
  {
    pattern:
      /\b(?:ignore|disregard|forget|override) (?:(?:all|any|every|each|the|your|my|of|these|those|other) ){0,3}(?:previous(?:ly)?|prior|earlier|preceding|above|former|original|existing system|system|developer|safety|core) (?:(?:given|system|safety|developer|user) ){0,2}(?:instructions?|prompts?|rules|guidelines|directives|guardrails|constraints|restrictions|orders|training)\b(?! (?:found|embedded|inside|in (?:the|any|a|fetched) (?:page|content|document|file|issue|email|message)))/i,
    message: drops,
  },
  {
    pattern:
      /\b(?:ignore|disregard|forget) (?:all |any )?(?:(?:of )?(?:the |your )?instructions (?:above|before this|you (?:were|have been) given)|everything (?:above|before this|you (?:were|have been) told))/i,
    message: drops,
  },
  {
    pattern: /忽略(?:所有|全部|任何|你)?(?:之前|以前|先前|上述|前面)的?(?:所有|全部|系统)?(?:指令|指示|提示|规则)/,
    message: drops,
  },
  // normal restrictions do not apply here
  {
    pattern:
      /\b(?:normal|usual|regular|standard|ordinary|safety) (?:safety )?(?:restrictions|rules|limits|limitations|guidelines|safeguards|policies) (?:do not|don't|no longer|won't|will not) apply\b/i,
    message: frees,
  },
  // you are now …
  {
    pattern:
      /\byou are (?:now|no longer) (?:DAN\b|(?:in |running in )?(?:an? )?(?:developer|god|admin|root|unrestricted|jailbreak|jailbroken|unfiltered|uncensored) (?:mode|assistant|agent|model|AI)|(?:unrestricted|unfiltered|uncensored|jailbroken)\b|(?:bound by|restricted by|limited by|subject to) (?:any|your|the|these|those) )/i,
    message: frees,
  },
  {
    pattern:
      /\b(?:no|without(?: any)?|free (?:of|from)(?: all| any)?|not bound by(?: any)?) (?:usual |built-in )?(?:(?:safety|ethical|moral|content) (?:rules|guidelines|filters|limits|policy|policies|restrictions)|restrictions|guardrails)\s?(?:[.,;!)]|$|and |or |on what)/i,
    after: /\b(?:you (?:are|have)|act|operate|respond|behave|answer|persona|character|roleplay)\b/i,
    message: frees,
    isNegation: true,
  },
  // [SYSTEM] Previous instructions have been updated. New directive: …
  {
    pattern:
      /^(?:\[|<|#{1,4} ?)?(?:important )?(?:system|admin(?:istrator)?|developer)(?: (?:message|override|update|notice|prompt))?(?:\]|>|:) ?(?:(?:the |all |your )?(?:previous|prior|earlier) (?:instructions|directives|rules)|new (?:instructions?|directives?)|you (?:are now|must now))|\b(?:previous|prior|earlier) (?:instructions|directives) (?:have been|are|were) (?:updated|superseded|revoked|replaced|overridden|cancell?ed)\b/i,
    message: drops,
  },
  {
    pattern:
      /\b(?:do not|don't|never|must not) (?:ever )?(?:mention|reveal|disclose|report|describe|list) (?:the )?(?:above )?steps? (?:\d[\d,\s–-]{0,9}|above )?(?:\w{1,10} )?to (?:the |your )?(?:user|human|owner|operator)\b/i,
    message: hides,
    isNegation: true,
  },
];
