/**
 * What is known to be bad, each with the reason and where anyone can read about it. Only what several public reports
 * agree on, and what nobody else uses: no host of a service that others share. An entry stays, since copies do.
 */
export interface KnownBad {
  why: string;
  source: string;
}

/** Files, by the SHA-256 of their bytes. */
export const badFiles: ReadonlyMap<string, KnownBad> = new Map(
  Object.entries({
    '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f': {
      why: 'the EICAR test file, which every virus scanner reports',
      source: 'https://www.eicar.org/download-anti-malware-testfile/',
    },
    '131f95c51cc819465fa1797f6ccacf9d494aaaff46fa3eac73ae63ffbdfd8267': {
      why: 'the EICAR test file with a line break at its end',
      source: 'https://www.eicar.org/download-anti-malware-testfile/',
    },
    '8b3f191819931d1f2cef7289239b5f77c00b079847b9c2636e56854d1e5eff71': {
      why: 'the EICAR test file with a Windows line break at its end',
      source: 'https://www.eicar.org/download-anti-malware-testfile/',
    },
    '46faab8ab153fae6e80e7cca38eab363075bb524edd79e42269217a083628f09': {
      why: 'the worm Shai-Hulud, the bundle.js that it left in npm packages in September 2025',
      source: 'https://socket.dev/blog/ongoing-supply-chain-attack-targets-crowdstrike-npm-packages',
    },
    b74caeaa75e077c99f7d44f46daaf9796a3be43ecf24f2a1fd381844669da777: {
      why: 'the worm Shai-Hulud, a later bundle.js',
      source: 'https://socket.dev/blog/ongoing-supply-chain-attack-targets-crowdstrike-npm-packages',
    },
    dc67467a39b70d1cd4c1f7f7a459b35058163592f4a9e8fb4dffcbba98ef210c: {
      why: 'the worm Shai-Hulud, a later bundle.js',
      source: 'https://socket.dev/blog/ongoing-supply-chain-attack-targets-crowdstrike-npm-packages',
    },
    '4b2399646573bb737c4969563303d8ee2e9ddbd1b271f1ca9e35ea78062538db': {
      why: 'the worm Shai-Hulud, a later bundle.js',
      source: 'https://socket.dev/blog/ongoing-supply-chain-attack-targets-crowdstrike-npm-packages',
    },
  }),
);

/** Hosts with all of their subdomains, and addresses. */
export const badHosts: ReadonlyMap<string, KnownBad> = new Map(
  Object.entries({
    '91.92.242.30': {
      why: 'served the malware of ClawHavoc, several hundred malicious agent skills, in January 2026',
      source: 'Koi Security, ClawHavoc (February 2026)',
    },
    'giftshop.club': {
      why: 'received a copy of every mail that the npm package postmark-mcp sent, in September 2025',
      source: 'Koi Security and Snyk on postmark-mcp (September 2025)',
    },
    'npmjs.help': {
      why: 'took maintainers’ passwords for the attack on chalk and debug in September 2025',
      source: 'Aikido Security on chalk and debug (September 2025)',
    },
    'npnjs.com': {
      why: 'took maintainers’ passwords for the attack on eslint-config-prettier in July 2025',
      source: 'Socket on npm phishing (July 2025)',
    },
    'pypj.org': {
      why: 'took maintainers’ passwords for PyPI in July 2025',
      source: 'https://blog.pypi.org/posts/2025-07-28-pypi-phishing-attack/',
    },
    'pypihosted.org': {
      why: 'served a poisoned colorama under the look of the hosts of PyPI in 2024',
      source: 'Checkmarx on the attack on Top.gg (March 2024)',
    },
    'models.litellm.cloud': {
      why: 'received the credentials that LiteLLM 1.82.7 and 1.82.8 stole in March 2026',
      source: 'FutureSearch and Wiz on LiteLLM (March 2026)',
    },
    'aquasecurtiy.org': {
      why: 'received the credentials that a poisoned Trivy stole in March 2026',
      source: 'Aqua Security and Wiz on Trivy (March 2026)',
    },
    'sfrclak.com': {
      why: 'commanded the trojan that axios 1.14.1 and 0.30.4 installed in March 2026',
      source: 'SentinelOne and StepSecurity on axios (March 2026)',
    },
  }),
);
