/** The frame of a page for somebody signed in: their name, and how much waits for them. */
import { countWords } from '../../../../origin/contract/subjects/notifications.ts';
import { part } from '../forms/form.ts';

interface Person {
  handle: string;
  displayName: string;
  notifications: number;
}

export function showPerson({ handle, displayName, notifications }: Person): void {
  const link = part('me');
  link.textContent = displayName || handle || 'Your account';
  link.hidden = false;
  showCount(notifications);
}

export function showCount(notifications: number): void {
  const link = part('notices');
  const words = countWords(notifications);
  link.hidden = false;
  link.ariaLabel = words ? `Notifications: ${words}` : 'Notifications';
  link.classList.toggle('some', words !== '');
  const place = link.querySelector('[data-part="count"]');
  if (place) place.textContent = words;
}
