/** The official clients of both generations, at a registry's public door. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ToolName, ToolOutput } from '../../origin/contract/clients/mcp.ts';
import type { TestRegistry } from '../registry.ts';

export const endpoint = '/api/v1/mcp';

/** What both generations of clients can do. */
export interface Connected extends AsyncDisposable {
  tools(): Promise<{ name: string; annotations?: { readOnlyHint?: boolean | undefined } | undefined }[]>;
  /** The raw result of a tool call. */
  tool(name: string, input?: object): Promise<ToolResult>;
  /** The structured result, which the call must have. */
  call<N extends ToolName>(name: N, input?: object): Promise<ToolOutput<N>>;
  resources(): Promise<string[]>;
  read(uri: string): Promise<{ text?: string; blob?: string }>;
  revision(): string | undefined;
}

interface ToolResult {
  isError?: boolean | undefined;
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
}

export const generations = ['2026-07-28', '2025-11-25'] as const;
type Generation = (typeof generations)[number];

/** A client of this generation, connected with a token. Every request is noted in `asked`. */
export async function connect(
  registry: Pick<TestRegistry, 'app'>,
  token: string,
  generation: Generation,
  asked: { method: string; status: number }[] = [],
): Promise<Connected> {
  const through = throughDoor(registry, token, asked);
  return generation === '2026-07-28' ? newest(url, through) : older(url, through);
}

const url = new URL(`http://origin.test${endpoint}`);

/** What a client of the newest package or of the one before shows when it can't connect, as a person would set it up. */
export async function refusalBy(
  generation: Generation,
  registry: Pick<TestRegistry, 'app'>,
  { token, authProvider }: { token?: string; authProvider?: OAuthClientProvider },
): Promise<string> {
  const through = { ...throughDoor(registry, token, []), ...(authProvider && { authProvider }) };
  const connecting =
    generation === '2026-07-28'
      ? new Client(me).connect(new StreamableHTTPClientTransport(url, through))
      : older(url, through);
  return connecting.then(
    () => 'connected',
    (error: Error) => error.message,
  );
}

function throughDoor(
  registry: Pick<TestRegistry, 'app'>,
  token: string | undefined,
  asked: { method: string; status: number }[],
) {
  return {
    ...(token && { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    fetch: async (input: string | URL, init?: RequestInit): Promise<Response> => {
      const response = await registry.app.request(String(input), init);
      const isMessage = init?.body && String(input).endsWith(endpoint);
      const { method = '' } = isMessage ? JSON.parse(String(init.body)) : {};
      asked.push({ method: method || (init?.method ?? 'GET'), status: response.status });
      return response;
    },
  };
}

/** What a client has that can sign a person in by OAuth, and never did. */
export const signsIn: OAuthClientProvider = {
  redirectUrl: 'http://localhost:1/callback',
  clientMetadata: { redirect_uris: ['http://localhost:1/callback'] },
  clientInformation: () => undefined,
  saveClientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens: () => undefined,
  redirectToAuthorization: () => undefined,
  saveCodeVerifier: () => undefined,
  codeVerifier: () => '',
};

const me = { name: 'a-test', version: '1.0.0' };

async function newest(url: URL, through: object): Promise<Connected> {
  const client = new Client(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new StreamableHTTPClientTransport(url, through));
  return connected(client, () => client.getNegotiatedProtocolVersion());
}

async function older(url: URL, through: object): Promise<Connected> {
  const client = new ClientOf2025(me);
  const transport = new TransportOf2025(url, through);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return connected(client, () => transport.protocolVersion);
}

function connected(client: Client | ClientOf2025, revision: () => string | undefined): Connected {
  const either = client as Client;
  const tool = (name: string, input: object = {}) =>
    either.callTool({ name, arguments: input as Record<string, unknown> }) as Promise<ToolResult>;
  return {
    tools: async () => (await either.listTools()).tools,
    tool,
    call: async (name, input) => {
      const { isError, structuredContent, content } = await tool(name, input);
      if (isError) throw new Error(content[0]?.text);
      return structuredContent as never;
    },
    resources: async () => (await either.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => (await either.readResource({ uri })).contents[0] as { text?: string; blob?: string },
    revision,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
