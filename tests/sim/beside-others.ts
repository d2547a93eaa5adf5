// The simulator computes without a pause. It runs beside tests that wait for programs, and those go first.

import { setPriority } from 'node:os';

const POLITE = 10;
setPriority(POLITE);
