/** Why something of a log is refused, or `none`. */
export const reasonOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
  return 'none';
};
