import type { Feature, ReducersOf } from '#app/platform/feature.ts'

import type { ProfilePhotoEvents } from './events.ts'
import { prunePhotos } from './profile-photo.ts'

const reducers: ReducersOf<ProfilePhotoEvents> = {
  'photo.changed': ({ photo = 'unknown' }) => ({ photo }),
  'photo.removed': () => ({ photo: null }),
}

export const profilePhotoFeature: Feature = {
  ownedTables: {
    past_photos: {
      file: 'past-photos.json',
      description:
        'Photos you replaced or removed, and how long we keep them so you can restore them.',
      ownerColumn: 'user_id',
      orderColumn: 'photo_id',
      columns: ['photo_id', 'replaced_at', 'kept_until'],
      excludedColumns: {},
    },
  },
  pruneFiles: ({ db, files }, now) => prunePhotos(db, files, now),
  history: { kind: 'profile', reducers },
}
