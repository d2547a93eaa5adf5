/** The program of an engine's thread. Worker data says whether it is the writer or a reader. */
import { parentPort, workerData } from 'node:worker_threads';
import { serve, type ThreadEvent } from './rpc.ts';
import { readerHandlers, writerHandlers } from './threads.ts';

const port = parentPort;
if (port === null) throw new Error('this file is started as a worker thread');
const tell = (event: ThreadEvent): void => port.postMessage({ kind: 'event', event });
serve(port, workerData === 'writer' ? writerHandlers(tell) : readerHandlers(tell));
