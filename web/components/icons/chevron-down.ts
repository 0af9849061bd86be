export const chevronDown = 'M5.5 8 10 12.5 14.5 8'
