export const skipToEnd = 'M5.5 5.5 10 10l-4.5 4.5M14 5v10'
