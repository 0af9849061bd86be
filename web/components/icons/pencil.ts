export const pencil = 'M4 16h3l9-9-3-3-9 9v3ZM11 6l3 3'
