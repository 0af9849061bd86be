export const chevronLeft = 'M12.5 5.5 8 10 12.5 14.5'
