export interface Rate {
  limit: number
  windowMs: number
}

/** Reads as "30 per hour": `per(30, hour)`. */
export const per = (limit: number, windowMs: number): Rate => ({ limit, windowMs })
