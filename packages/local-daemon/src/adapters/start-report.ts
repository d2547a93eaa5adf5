/** Reports once how the start went, over the channel of the process that started this one. */
import type { StartReport } from '@cairn/client/device';

export const reportStart = (report: StartReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve();
    process.send(report, undefined, undefined, () => {
      if (process.connected) process.disconnect();
      resolve();
    });
  });
