export const plus = 'M10 4v12M4 10h12'
