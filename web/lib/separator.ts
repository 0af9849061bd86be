/** Between two facts of a line, which wraps before it: none is at the end of a line. */
export const separator = ' ·\u00a0'
