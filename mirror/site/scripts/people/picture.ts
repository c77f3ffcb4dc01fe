/** A profile's picture: made small on this device, so that the registry sees nothing of the original. */
import { answer, sentenceOf, textIn } from '../forms/form.ts';
import { call } from '../requests/call.ts';
import { placeOf } from '../requests/places.ts';
import { plainPng } from './plainPng.ts';

/** Each form once, for a profile that may get another handle. */
const handles = new WeakMap<HTMLFormElement, string>();

export function offerPicture(form: HTMLFormElement, handle: string): void {
  const isNew = !handles.has(form);
  handles.set(form, handle);
  form.hidden = handle === '';
  if (handle) showStored(form);
  if (isNew) begin(form);
}

function begin(form: HTMLFormElement): void {
  const [file, canvas, output] = ['input', 'canvas', 'output'].map((name) => form.querySelector(name)) as [
    HTMLInputElement,
    HTMLCanvasElement,
    HTMLOutputElement,
  ];
  file.addEventListener('change', async () => {
    output.value = '';
    const [chosen] = file.files ?? [];
    if (!chosen) return showStored(form);
    try {
      await draw(chosen, canvas);
      showDrawn(form, true);
    } catch (error) {
      file.value = '';
      showStored(form);
      output.value = sentenceOf(error as Error);
    }
  });
  answer(form, async (data) => {
    const author = handles.get(form) ?? '';
    if (textIn(data, 'act') === 'remove') {
      await call('removeProfilePicture', { author });
      file.value = '';
      showStored(form);
      return 'Removed. It can take a minute until every page shows that.';
    }
    if (canvas.hidden) return 'Choose a picture first.';
    await call('putProfilePicture', { author }, await pngOf(canvas, Number(form.dataset['most'])));
    return 'Saved. It can take a minute until every page shows it.';
  });
}

/** As it is now, whatever the browser has kept. */
function showStored(form: HTMLFormElement): void {
  const image = form.querySelector('img');
  // A handle that was claimed just now is not at the mirror yet.
  image?.addEventListener('error', () => image.classList.add('missing'), { once: true });
  image?.classList.remove('missing');
  if (image) image.src = `${placeOf('profilePicture', { author: handles.get(form) ?? '' })}?${Date.now()}`;
  showDrawn(form, false);
}

function showDrawn(form: HTMLFormElement, isDrawn: boolean): void {
  for (const [name, isShown] of [
    ['canvas', isDrawn],
    ['img', !isDrawn],
  ] as const) {
    const element = form.querySelector<HTMLElement>(name);
    if (element) element.hidden = !isShown;
  }
}

/** The largest square in its middle. Of something that moves, its first picture. */
async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(`Can’t read ${file.name} as a picture. Choose a PNG, JPEG, GIF or WebP.`);
  });
  const side = Math.min(picture.width, picture.height);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, canvas.width, canvas.height);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
  picture.close();
}

async function pngOf(canvas: HTMLCanvasElement, most: number): Promise<Blob> {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  const png = made && plainPng(new Uint8Array(await made.arrayBuffer()));
  if (png && png.size <= most) return png;
  throw new Error('This browser can’t make the picture small enough. Choose another one.');
}
