/** Where anybody has a page or a file within a minute, under a name that says nothing of who they are. */

export const freePages: ReadonlySet<string> = new Set(
  (
    'vercel.app netlify.app pages.dev workers.dev web.app firebaseapp.com surge.sh glitch.me herokuapp.com onrender.com repl.co ' +
    'replit.app framer.website framer.ai wixsite.com webflow.io carrd.co notion.site gitbook.io blogspot.com weebly.com ' +
    'square.site godaddysites.com 000webhostapp.com infinityfreeapp.com lovable.app bolt.host sites.google.com telegra.ph'
  ).split(' '),
);

export const pastes: ReadonlySet<string> = new Set(
  (
    'rentry.co rentry.org glot.io pastebin.com paste.ee hastebin.com justpaste.it justpaste.me dpaste.com dpaste.org paste.rs ' +
    'controlc.com pastefs.com ghostbin.com privatebin.net paste.gg ideone.com textbin.net throwbin.io paste.mozilla.org ' +
    'bpa.st termbin.com ix.io sprunge.us telegra.ph jsonkeeper.com'
  ).split(' '),
);

export const shorteners: ReadonlySet<string> = new Set(
  'bit.ly tinyurl.com t.ly is.gd cutt.ly rb.gy shorturl.at tiny.cc ow.ly rebrand.ly s.id v.gd goo.su clck.ru'.split(
    ' ',
  ),
);

export const fileHosts: ReadonlySet<string> = new Set(
  (
    'mediafire.com mega.nz mega.io gofile.io transfer.sh file.io catbox.moe anonfiles.com pixeldrain.com workupload.com ' +
    'sendspace.com wetransfer.com uploadhaven.com cdn.discordapp.com media.discordapp.net zippyshare.com krakenfiles.com'
  ).split(' '),
);

/** Names that attackers give to what an agent supposedly needs. */
export const brands =
  /openclaw|clawdbot|moltbot|moltbook|clawhub|claude-?(?:code|desktop|cli|ai)|anthropic|chatgpt|openai|codex-?cli|cursor-?(?:ai|ide|app)|gemini-?cli/i;

export const brandHosts: ReadonlySet<string> = new Set(
  (
    'openclaw.ai clawhub.ai clawhub.com clawd.bot clawdbot.com molt.bot moltbot.com moltbook.com anthropic.com claude.ai claude.com openai.com chatgpt.com ' +
    'cursor.com cursor.sh github.com githubusercontent.com github.io npmjs.com pypi.org google.com googleapis.com youtube.com reddit.com ' +
    'discord.gg discord.com x.com twitter.com medium.com substack.com azure.com amazonaws.com'
  ).split(' '),
);
