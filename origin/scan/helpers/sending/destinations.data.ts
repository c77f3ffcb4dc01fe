/** Services whose keys have names of their own: variables that begin so belong to hosts below these. */
export const vendors: readonly { variable: RegExp; hosts: readonly string[] }[] = [
  { variable: /^OPENAI_/, hosts: ['openai.com', 'azure.com'] },
  { variable: /^ANTHROPIC_|^CLAUDE_(?:API|CODE_OAUTH)/, hosts: ['anthropic.com', 'claude.ai'] },
  { variable: /^AWS_(?:SECRET|SESSION|ACCESS)/, hosts: ['amazonaws.com', 'aws.amazon.com', 'amazonaws.com.cn'] },
  {
    variable: /^(?:GITHUB|GH)_(?:TOKEN|PAT)/,
    hosts: ['github.com', 'githubusercontent.com', 'ghcr.io', 'githubcopilot.com', 'models.ai.azure.com'],
  },
  { variable: /^(?:GEMINI_|GOOGLE_(?:API|APPLICATION))/, hosts: ['googleapis.com', 'google.com'] },
  { variable: /^SLACK_/, hosts: ['slack.com'] },
  { variable: /^STRIPE_/, hosts: ['stripe.com'] },
  { variable: /^SENDGRID_/, hosts: ['sendgrid.com', 'sendgrid.net'] },
  { variable: /^TWILIO_/, hosts: ['twilio.com', 'sendgrid.com'] },
  { variable: /^(?:DATADOG|DD)_(?:API|APP)_/, hosts: ['datadoghq.com', 'datadoghq.eu', 'ddog-gov.com', 'datadog.com'] },
  { variable: /^(?:DOCKER|DOCKERHUB)_(?:PASSWORD|TOKEN|PAT)/, hosts: ['docker.com', 'docker.io'] },
  { variable: /^(?:GCP|GOOGLE_CLOUD)_(?:SERVICE|KEY|CREDENTIALS)/, hosts: ['googleapis.com', 'google.com'] },
  {
    variable: /^AZURE_(?:CLIENT_SECRET|TENANT|STORAGE_KEY)/,
    hosts: ['microsoftonline.com', 'azure.com', 'windows.net', 'azure.net', 'microsoft.com'],
  },
  {
    variable: /^NPM_TOKEN|^NODE_AUTH_TOKEN/,
    hosts: [...['org', 'com'].map((domain) => `npmjs.${domain}`), 'pkg.github.com'],
  },
  { variable: /^(?:HF|HUGGINGFACE|HUGGING_FACE)_/, hosts: ['huggingface.co', 'hf.co', 'hf.space'] },
];
