// The connection ("line") from one device to the server. Its TCP can be cut and stalled, and its HTTP tampered with.

import { type FaultProxy, startFaultProxy } from '@cairn/test-support';
import { type Behaviour, HONEST, startTamperingProxy } from '../attack/support/proxy.ts';

export interface Line {
  readonly url: string;
  readonly tcp: FaultProxy;
  become(behaviour: Behaviour): void;
  /** Restores the line to its state without faults. */
  heal(): void;
  close(): Promise<void>;
}

export const openLine = async (target: number): Promise<Line> => {
  const http = await startTamperingProxy(target);
  const tcp = await startFaultProxy(Number(new URL(http.url).port));
  return {
    url: `http://127.0.0.1:${tcp.port}`,
    tcp,
    become: http.become,
    heal: () => {
      Object.assign(tcp, { refusing: false, stalled: false, sliceBytes: null, judge: null });
      http.become(HONEST);
      tcp.cut();
    },
    close: async () => {
      await tcp.close();
      await http.close();
    },
  };
};
