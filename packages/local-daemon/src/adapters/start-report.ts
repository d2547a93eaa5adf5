/** Reports the outcome of the start to the parent process, once, and closes the channel to it. */
import type { StartReport } from '@cairn/client/device';

export const reportStart = (report: StartReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(report, undefined, undefined, () => {
      if (process.connected) process.disconnect();
      resolve();
    });
  });
