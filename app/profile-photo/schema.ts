export interface ProfilePhotoSchema {
  past_photos: PastPhotosTable
}

/** Replaced or removed photos, kept for a while so that the user can restore them. */
export interface PastPhotosTable {
  photo_id: string
  user_id: string
  replaced_at: number
  kept_until: number
}
