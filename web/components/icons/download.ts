export const download = 'M10 3v9.5M6 8.5l4 4 4-4M4 16.5h12'
