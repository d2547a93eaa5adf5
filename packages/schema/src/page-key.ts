/** The header with the half of the page's session secret that is not in the cookie. [PG-2] */
export const PAGE_KEY_HEADER = 'x-cairn-page';
