// Lowers the priority: the simulator computes without a pause beside tests that wait for programs.

import { setPriority } from 'node:os';

const POLITE = 10;
setPriority(POLITE);
