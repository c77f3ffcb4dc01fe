/** The ways that requests take: straight, or through proxies. */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { exitCodes, Failure } from '../failure.ts';
import { isLoopback } from './address.ts';

/** The machine's own servers are never reached by way of another: what is sent to them must not leave it. */
export function dispatchers(environment: Record<string, string | undefined>): (url: URL) => Dispatcher {
  const either = (name: string) => environment[name] || environment[name.toUpperCase()] || '';
  let direct: Dispatcher | undefined;
  let proxied: Dispatcher | undefined;
  const throughProxy = () => {
    const [httpProxy, httpsProxy] = [either('http_proxy'), either('https_proxy')].map(proxyAddress);
    const noProxy = environment['no_proxy'] ?? environment['NO_PROXY'] ?? '';
    return new EnvHttpProxyAgent({ httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy });
  };
  return (url) => {
    if (isLoopback(url)) {
      direct ??= new Agent();
      return direct;
    }
    proxied ??= throughProxy();
    return proxied;
  };
}

function proxyAddress(text: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new Failure('HTTP_PROXY or HTTPS_PROXY is not an http address.', exitCodes.usage);
}
