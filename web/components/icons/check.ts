export const check = 'M4 10.5 8 14.5 16 6'
