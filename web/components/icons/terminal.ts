export const terminal = 'M2.5 4h15v12h-15ZM5.5 8l2.5 2-2.5 2M10 12.5h4'
