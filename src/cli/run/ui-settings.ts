import { ConfigError } from '../../app/config/problem.ts';
import type { App } from '../../app/create-app.ts';
import { uiConfig } from '../../loop/reporting-config.ts';
import type { UiSettings } from './run-view.ts';

/** How to show what is there already. A broken configuration is no reason not to: then it is shown as by default. */
export async function uiSettings(app: Pick<App, 'settings'>, root: string): Promise<UiSettings> {
  try {
    return (await app.settings(root)).config.ui;
  } catch (thrown) {
    if (thrown instanceof ConfigError) return uiConfig.parse({});
    throw thrown;
  }
}
