import { getProfile } from '../getProfile.ts';
import type { PageLoader } from '../reading.ts';

export const profilePage: PageLoader<'profilePage'> = async (reading, { author }) =>
  reading.html(`/${author}`, {
    page: 'profilePage',
    site: reading.site,
    profile: await getProfile(reading, { author }),
  });
