import { createBrowser } from './adapters/browser.ts';
import { startPage } from './app/app.tsx';

const place = document.getElementById('page');
if (place !== null) startPage(createBrowser(), place);
