import type { Feature } from '#app/platform/feature.ts'

export const profilePhotoFeature: Feature = {
  ownedTables: {
    past_photos: {
      file: 'past-photos.json',
      description:
        'Photos you replaced or removed, and until when we keep them for you to bring back.',
      ownerColumn: 'user_id',
      orderColumn: 'photo_id',
      columns: ['photo_id', 'replaced_at', 'kept_until'],
      excludedColumns: {},
    },
  },
}
