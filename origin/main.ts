/** The origin as a process. */
import { listen } from './http/listen.ts';
import { memoryMeter } from './http/meter.ts';
import { createOrigin } from './http/origin.ts';
import { runProgram } from './http/program.ts';
import { loadAssets, loadRenderer, notFoundPage } from './read/builtSite.ts';
import { openStore } from './store/open.ts';

await runProgram('origin', async (settings, log) => {
  const { site, corsOrigins, trustedProxyHops } = settings;
  const engine = await openStore(settings);
  const app = createOrigin({
    engine,
    site,
    log,
    metering: { meter: memoryMeter(), trustedProxyHops },
    corsOrigins,
    html: await loadRenderer(),
    notFoundPage: () => notFoundPage(site),
    assets: await loadAssets(),
    now: () => Math.floor(Date.now() / 1000),
  });
  const server = await listen(app, { host: settings.host, port: settings.originPort, site });
  log.info(`listening on ${settings.host}:${server.port}`);
  return {
    close: async () => {
      await server.close();
      await engine.close();
    },
  };
});
