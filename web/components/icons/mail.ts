export const mail = 'M2.5 5h15v10.5h-15ZM3 5.5l7 5.5 7-5.5'
