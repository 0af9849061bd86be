export interface PhotoUpload {
  file: Buffer
  /** Null without JavaScript or for invalid numbers. */
  crop: PhotoCrop | null
}

/** A square in pixels of the upright image. */
export interface PhotoCrop {
  x: number
  y: number
  size: number
}
