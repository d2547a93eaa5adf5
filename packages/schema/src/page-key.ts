/** The header in which the page shows the half of its session that no cookie carries. [PG-2] */
export const PAGE_KEY_HEADER = 'x-cairn-page';
