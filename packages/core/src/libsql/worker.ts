/** A thread of the engine: the writer or the reader, by its worker data. */
import { parentPort, workerData } from 'node:worker_threads';
import { readerHandlers, serve, writerHandlers } from './threads.ts';

const port = parentPort;
if (port === null) throw new Error('this file is started as a worker thread');
serve(
  {
    on: (event, listener) => port.on(event, listener),
    postMessage: (message, transfer) => port.postMessage(message, transfer),
  },
  workerData === 'writer'
    ? writerHandlers()
    : readerHandlers((event) => port.postMessage({ kind: 'event', event })),
);
