export const laptop = 'M5.5 4h9a1 1 0 0 1 1 1v7.5h-11V5a1 1 0 0 1 1-1ZM2 15.5h16'
