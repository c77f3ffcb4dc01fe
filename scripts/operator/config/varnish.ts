import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { varnishConfig } from '../../../mirror/serve/varnish.ts';
import type { OperatorContext, Outcome } from '../operatorContext.ts';

export interface VarnishConfigOptions {
  mirrors?: string;
  purgers: string;
  tokenFile: string;
}

/** The configuration for this registry's own mirror, or for several. */
export async function varnish({ settings }: OperatorContext, options: VarnishConfigOptions): Promise<Outcome> {
  const mirrors = (options.mirrors ?? `${settings.host}:${settings.mirrorPort}`).split(',').map(endpointOf);
  const purgers = options.purgers.split(',').map(networkOf);
  const text = varnishConfig({ mirrors, purgers, tokenFile: resolve(options.tokenFile), site: settings.site });
  return { text, json: { varnish: text } };
}

function endpointOf(text: string): { host: string; port: number } {
  const [, host, port] = /^\s*([A-Za-z0-9.-]+|\[[0-9a-f:]+\]):(\d{1,5})\s*$/.exec(text) ?? [];
  if (!host || !port) throw new Error(`--mirrors: ${text} is not a host and a port, such as 10.0.0.5:8788.`);
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

function networkOf(text: string): string {
  const network = text.trim();
  if (ipaddr.isValid(network) || ipaddr.isValidCIDR(network)) return network;
  throw new Error(`--purgers: ${text} is not an address or a network, such as 10.0.0.0/8.`);
}
