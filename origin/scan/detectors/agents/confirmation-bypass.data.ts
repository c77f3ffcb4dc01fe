/** How a text tells an agent not to ask. Patterns are of sentences as `sentencesOf` makes them. */

export interface Instruction {
  pattern: RegExp;
  /** What the hundred characters before it must have. */
  after?: RegExp;
  /** Unless it is a “never”, the sentence must be about something weighty. */
  isWeak?: boolean;
}

/** “run …” as an order, and not “it will run …”. */
const orders =
  /(?:^|[,;:(] |\b(?:then|and|or|must|should|always|please|also|just|now|immediately) )(?:run|execute|delete|remove|overwrite|install|buy|purchase|order|pay|transfer|send|push|deploy|publish|submit|sell|trade|approve|sign|proceed with)\b/i;

const withoutAsking =
  /\bwithout (?:ever )?(?:(?:asking|prompting|waiting|requesting|seeking)(?: (?:the user|me|first))?(?: (?:for )?(?:any |user |explicit |the user's )?(?:confirmation|permission|approval|consent))?|(?:any |user |explicit |the user's |human |further )?(?:confirmation|permission|approval|consent))\s?(?:[.,;!)]|$|and |from )/i;

export const instructions: readonly Instruction[] = [
  {
    pattern:
      /\b(?:never|do not|don't|must not|no need to|you need not) (?:ever |need to |have to )?(?:ask|prompt|request|seek|wait|stop|pause)(?: (?:the user|the human|me|anyone))?(?: (?:for|to get|to ask for))?(?: (?:any|user|explicit|the user's|their|human))? (?:confirmation|permission|approval|consent)s?\b/i,
    isWeak: true,
  },
  { pattern: withoutAsking, after: orders },
  {
    pattern: withoutAsking,
    after:
      /(?:^|[,;:(] |\b(?:then|and|must|should|always|please|just|immediately) )(?:proceed|continue|go ahead|act)\b/i,
    isWeak: true,
  },
  {
    pattern:
      /\b(?:never|do not|don't|must not) (?:ever )?(?:ask|prompt|check with|consult) (?:the user|the human|me|anyone) before \w{2,20}ing\b/i,
    isWeak: true,
  },
  {
    pattern:
      /\b(?:auto-?approve|automatically (?:approve|accept|confirm)) (?:all|any|every|each)\b[^.]{0,30}\b(?:tools?|commands?|requests?|actions?|permissions?|calls?|operations?|edits?|transactions?|payments?|prompts?)\b/i,
  },
  {
    pattern:
      /\b(?:skip|bypass|disable|suppress|turn off) (?:all|any|every) (?:the |your )?(?:user |safety |security )?(?:confirmations?|permissions?|approvals?) (?:prompts?|dialogs?|checks?|requests?|questions?|steps?)\b/i,
  },
];

/** What one wants to be asked about. */
export const weighty =
  /\b(?:run(?:ning)?|execut\w{1,6}|commands?|shell|scripts?|delet\w{1,5}|remov\w{1,4}|overwrit\w{1,4}|install\w{0,5}|purchas\w{1,4}|buy(?:ing)?|pay(?:ing|ments?)?|transfers?|transactions?|trades?|orders?|send(?:ing)?|post(?:ing)?|publish\w{0,4}|deploy\w{0,5}|push(?:ing)?|tools?)\b/i;

/** What takes it back, behind the words. */
export const exceptions =
  /\b(?:unless|except|again|twice|more than once|read-?only|dry[- ]run|already|if the user|until|if (?:you|they) (?:have|gave))\b/i;

/** Before the words: then they tell what an option of a program does. */
export const hasOption = /(?:^|[\s`(,/[])-{1,2}[a-zA-Z]/;
