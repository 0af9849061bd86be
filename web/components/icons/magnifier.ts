export const magnifier = 'M12.5 12.5 17 17M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z'
