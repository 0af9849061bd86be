export const signOut = 'M8 3H4v14h4M12.5 6.5 16 10l-3.5 3.5M16 10H8'
